import type { Kernel } from './kernel.ts'

/**
 * What each application keeps for itself, made at its first use: caches, lists to which domains register. Tests run many applications in one
 * process, so a variable of the module would be shared by all of them.
 */
export function perKernel<T>(make: (k: Kernel) => T): (k: Kernel) => T {
  const kept = new WeakMap<Kernel, { value: T }>()
  return (k) => {
    let own = kept.get(k)
    if (!own) kept.set(k, (own = { value: make(k) }))
    return own.value
  }
}
