import type { Data } from '../../contract/endpoint.ts'
import type { identity } from '../../contract/identity.ts'

/** An entry of menu or footer. */
export type LinkRow = Data<typeof identity.links>[number]
