// The service over HTTP, and who we are to it.

import * as say from "#words/connection.ts";
import type { Felt, MeOut, TableOut, WelcomeOut } from "./types.ts";
import { named } from "../words/words.ts";

const KEPT = "croupier";

export class ProblemError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly clause: string | null,
  ) {
    super(message);
  }
}

// Nobody answered, or something else than the house did: it may be there again in a moment.
export class OfflineError extends Error {
  constructor() {
    super(say.noConnection);
  }
}

export class Service {
  me: WelcomeOut | null = remembered();

  async call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const headers: Record<string, string> = {};
    if (this.me) headers["Authorization"] = `Bearer ${this.me.token}`;
    if (body !== undefined) headers["Content-Type"] = "application/json";
    const init: RequestInit = { method, headers };
    if (body !== undefined) init.body = JSON.stringify(body);
    const offline = (): never => {
      throw new OfflineError();
    };
    const response = await fetch(`/api/v1${path}`, init).catch(offline);
    const data: unknown = await response.json().catch(offline);
    if (!response.ok) {
      const problem = data as { code: string; detail?: string; clause?: string };
      if (response.status === 401) this.forget();
      throw new ProblemError(response.status, problem.code, problem.detail ?? problem.code, problem.clause ?? null);
    }
    return data as T;
  }

  // There is no login wall: a newcomer signs in as a guest.
  async comeIn(name?: string): Promise<WelcomeOut> {
    if (this.me) {
      try {
        await this.call("GET", "/me");
        return this.me;
      } catch (error) {
        if (!(error instanceof ProblemError) || error.status !== 401) throw error;
      }
    }
    return this.keep(await this.call<WelcomeOut>("POST", "/guests", name ? { name } : {}));
  }

  async redeem(code: string): Promise<WelcomeOut> {
    this.forget();
    return this.keep(await this.call<WelcomeOut>("POST", "/invitations/redeem", { code }));
  }

  // Who one is and what one has; nobody before the first table.
  async money(): Promise<MeOut | null> {
    return this.me ? this.call<MeOut>("GET", "/me").catch(() => null) : null;
  }

  // The id makes a request that is sent twice one request.
  refill(): Promise<MeOut | null> {
    const id = crypto.getRandomValues(new Uint32Array(3)).join("-");
    return this.call<MeOut>("POST", "/me/refill", { id }).catch(() => this.money());
  }

  // Anybody may see the tables: a token that is no longer known keeps nobody out, and is forgotten by then.
  tables(query = ""): Promise<TableOut[]> {
    const ask = (): Promise<TableOut[]> => this.call("GET", `/tables${query}`);
    return ask().catch((error: unknown) => {
      if (error instanceof ProblemError && error.status === 401) return ask();
      throw error;
    });
  }

  async table(name: string): Promise<TableOut> {
    const [found] = await this.tables(`?table=${encodeURIComponent(name)}`);
    if (!found) throw new Error(say.noTable(name));
    return found;
  }

  // A finger gets broader lines between the numbers than a mouse.
  async felt(ref: string, touch = false): Promise<Felt> {
    return named(await this.call<Felt>("GET", `/rulebooks/${ref}/felt${touch ? "?touch=true" : ""}`));
  }

  forget(): void {
    this.me = null;
    localStorage.removeItem(KEPT);
  }

  private keep(welcome: WelcomeOut): WelcomeOut {
    this.me = welcome;
    localStorage.setItem(KEPT, JSON.stringify(welcome));
    return welcome;
  }
}

function remembered(): WelcomeOut | null {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "null") as WelcomeOut | null;
  } catch {
    return null;
  }
}

export const service = new Service();
