/** Key under which the facts of a company hold what this platform granted and paid to it. */
export const SUPPORT = 'support'
