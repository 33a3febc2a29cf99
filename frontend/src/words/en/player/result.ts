// What came back, over the cloth.

export const net = "Net";
export const on = (where: string): string => `on ${where}`;
export const onMore = (many: number): string => `on ${many} more`;
export const lost = "lost";
export const back = "back";
