/** The key that notices about an allowance wait for: its next step (review, publicity, a second person), and the answer to an objection. */
export const allowanceWait = (id: number): string => `allowance:${id}`
export const objectionWait = (id: number): string => `allowance-objection:${id}`
