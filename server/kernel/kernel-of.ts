import type { Kernel } from './kernel.ts'
import type { Db } from './db/index.ts'

// A transaction shares the dialect adapter of the database that it was opened on, so it leads back to the kernel.
const bound = new WeakMap<object, Kernel>()

/** Makes `kernelOf` answer for this kernel's database. Called once by createApp, and for a connection beside the pool. */
export const bindKernel = (k: Kernel, db: Db = k.db): void => {
  bound.set(db.getExecutor().adapter, k)
}

/** The kernel behind a database or a transaction, for functions that take only `db`. Throws when the app was not created. */
export function kernelOf(db: Db): Kernel {
  const k = bound.get(db.getExecutor().adapter)
  if (!k) throw new Error('this database belongs to no application')
  return k
}
