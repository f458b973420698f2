/** Prepares what must be on the page before it is printed; the print header sets it. */
export const beforePrint: { prepare: () => Promise<void> } = { prepare: () => Promise.resolve() }

/** Opens the print dialog when the print header, with its code, is complete. */
export async function printPage(): Promise<void> {
  await beforePrint.prepare()
  window.print()
}
