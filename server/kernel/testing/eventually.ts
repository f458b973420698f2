/** Repeats an assertion until it holds; after `ms` it fails with the assertion's own error. */
export async function eventually<T>(assertion: () => Promise<T>, ms = 8000): Promise<T> {
  const until = Date.now() + ms
  for (;;) {
    try {
      return await assertion()
    } catch (error) {
      if (Date.now() > until) throw error
      await new Promise((go) => setTimeout(go, 50))
    }
  }
}
