// The service over HTTP, and who we are to it.

import type { Felt, TableTold, Welcome } from "./wire.ts";
import { named } from "./words.ts";

const KEPT = "croupier";

export class ProblemError extends Error {
  constructor(readonly status: number, readonly code: string, message: string, readonly clause: string | null) {
    super(message);
  }
}

export class Service {
  me: Welcome | null = remembered();

  async call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const headers: Record<string, string> = {};
    if (this.me) headers["Authorization"] = `Bearer ${this.me.token}`;
    if (body !== undefined) headers["Content-Type"] = "application/json";
    const init: RequestInit = { method, headers };
    if (body !== undefined) init.body = JSON.stringify(body);
    const response = await fetch(`/api/v1${path}`, init);
    const data: unknown = await response.json();
    if (!response.ok) {
      const problem = data as { code: string; detail?: string; clause?: string };
      if (response.status === 401) this.forget();
      throw new ProblemError(response.status, problem.code, problem.detail ?? problem.code, problem.clause ?? null);
    }
    return data as T;
  }

  // Nobody meets a login wall: who has not been here before comes in as a guest.
  async comeIn(name?: string): Promise<Welcome> {
    if (this.me) {
      try {
        await this.call("GET", "/me");
        return this.me;
      } catch (error) {
        if (!(error instanceof ProblemError) || error.status !== 401) throw error;
      }
    }
    return this.keep(await this.call<Welcome>("POST", "/guests", name ? { name } : {}));
  }

  async redeem(code: string): Promise<Welcome> {
    this.forget();
    return this.keep(await this.call<Welcome>("POST", "/invitations/redeem", { code }));
  }

  tables(): Promise<TableTold[]> {
    return this.call("GET", "/tables");
  }

  // A finger gets broader lines between the numbers than a mouse.
  async felt(ref: string, touch = false): Promise<Felt> {
    return named(await this.call<Felt>("GET", `/rulebooks/${ref}/felt${touch ? "?touch=true" : ""}`));
  }

  forget(): void {
    this.me = null;
    localStorage.removeItem(KEPT);
  }

  private keep(welcome: Welcome): Welcome {
    this.me = welcome;
    localStorage.setItem(KEPT, JSON.stringify(welcome));
    return welcome;
  }
}

function remembered(): Welcome | null {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "null") as Welcome | null;
  } catch {
    return null;
  }
}

export const service = new Service();
