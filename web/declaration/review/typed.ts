export interface Typed { opinion: string; amount: number | null }

/** What was typed at a declaration and not sent yet: kept while the page lives, so that J and K lose nothing. */
const typed = new Map<number, Typed>()
export const typedAt = (id: number): Typed | undefined => typed.get(id)
export const keepTyped = (id: number, value: Typed): void => void typed.set(id, value)
export const forgetTyped = (id: number): void => void typed.delete(id)
