import { onSuccess } from '../../toast.ts'

/** Sends what a draft holds. From the first word of success on, a page that is left does not offer what was sent. */
export async function sentAtSuccess(draft: { markSent(): void; unmark(): void }, run: () => Promise<unknown>): Promise<void> {
  let told = false
  const end = onSuccess(() => {
    told = true
    draft.markSent()
  })
  try {
    await run()
    draft.markSent()
  } catch (error) {
    if (told) draft.unmark()
    throw error
  } finally {
    end()
  }
}
