import { z } from 'zod'

/** Whether a row is the first and the last of its order as a whole, whatever page or filter a list shows: it cannot move further that way. */
export const orderEnds = z.object({ first: z.boolean(), last: z.boolean() })
export type OrderEnds = z.output<typeof orderEnds>
