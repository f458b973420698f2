import { randomBytes } from 'node:crypto'
import type { Kernel } from '../kernel.ts'

/** From here on the application works under a new master key, and rows under the earlier one are not rotated yet. */
export function newMasterKey(k: Kernel): void {
  Object.assign(k, { secret: randomBytes(32), previousSecrets: [k.secret, ...(k.previousSecrets ?? [])] })
}
