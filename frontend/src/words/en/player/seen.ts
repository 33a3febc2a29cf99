// How often each number came up.

export const most = "Most seen";
export const least = "least seen";
export const odds = "Past spins don’t change the odds.";
