import type { Kernel } from './kernel.ts'
import type { Db } from './db/index.ts'

// A transaction shares the dialect adapter of its database, so the adapter leads back to the kernel.
const bound = new WeakMap<object, Kernel>()

/** Makes `kernelOf` work for this kernel's database. createApp calls it once; a connection outside the pool is bound too. */
export const bindKernel = (k: Kernel, db: Db = k.db): void => {
  bound.set(db.getExecutor().adapter, k)
}

/** The kernel of a database or transaction, for functions that take only `db`. Throws when the app was not created. */
export function kernelOf(db: Db): Kernel {
  const k = bound.get(db.getExecutor().adapter)
  if (!k) throw new Error('this database belongs to no application')
  return k
}
