/**
 * Whether the document was loaded for another page and this one was reached by a link inside: such a document still has the security policy
 * of the page for which it was loaded. `loaded`: the address of the document; unknown in old browsers.
 */
export const loadedElsewhere = (loaded: string | undefined, here: { pathname: string }): boolean =>
  loaded !== undefined && URL.canParse(loaded) && new URL(loaded).pathname !== here.pathname

/** The address for which the document was loaded. */
export const documentAddress = (): string | undefined => performance.getEntriesByType('navigation')[0]?.name
