/** What waits for whoever is asked, until the opinion is given or no longer wanted. */
export const opinionWait = (id: number): string => `opinion:${id}`
