// What every page says of its connection, and while it loads.

export const oneMoment = "One moment…";
export const noConnection = "No connection. Trying again…";
export const disconnected = "You were disconnected. The table is up to date.";
export const noTable = (name: string): string => `There is no table ${name}.`;
