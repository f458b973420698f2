import type { Kernel } from './kernel.ts'

/**
 * State that each application creates at first use: caches, lists to which domains register. Tests run many applications in one process, so
 * a module variable would be shared by all of them.
 */
export function perKernel<T>(make: (k: Kernel) => T): (k: Kernel) => T {
  const kept = new WeakMap<Kernel, { value: T }>()
  return (k) => {
    let own = kept.get(k)
    if (!own) kept.set(k, (own = { value: make(k) }))
    return own.value
  }
}

/** One part that somebody gives to an application, usually a domain that joins later; undefined until then. */
export function givenPerKernel<T>() {
  const slot = perKernel((): { given?: T } => ({}))
  return {
    give(k: Kernel, given: T): void {
      slot(k).given = given
    },
    of: (k: Kernel): T | undefined => slot(k).given,
  }
}

/** A registry by name. Registering a name twice is a programming error and throws. */
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
