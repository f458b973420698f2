/** The key that notices of an opinion wait for, until it is given or withdrawn. */
export const opinionWait = (id: number): string => `opinion:${id}`
