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

/** What domains register under a name of their own, once each: a second registration under a name is a mistake in the code. */
export function namedPerKernel<T>(what: string) {
  const known = perKernel(() => new Map<string, T>())
  return {
    add(k: Kernel, name: string, one: T): void {
      const all = known(k)
      if (all.has(name)) throw new Error(`${what} ${name} is declared twice`)
      all.set(name, one)
    },
    find: (k: Kernel, name: string): T | undefined => known(k).get(name),
    all: (k: Kernel): (readonly [name: string, one: T])[] => [...known(k)],
  }
}
