/** What must stand on the sheet before the browser draws it; the head of the page sets it. */
export const beforePrint: { prepare: () => Promise<void> } = { prepare: () => Promise.resolve() }

/** Opens the browser's print dialog once the head of the sheet, with its code, is complete. */
export async function printPage(): Promise<void> {
  await beforePrint.prepare()
  window.print()
}
