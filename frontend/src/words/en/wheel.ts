// The wheel, for those who do not see it, and what is not known of it.

export const wheel = "The wheel";
export const lies = (pocket: string): string => `The wheel: the ball is in ${pocket}`;
export const unconfirmed = "Order not confirmed";
export const unconfirmedMore = "We don’t know in which order the numbers are on this wheel. Nothing is decided by it.";
