/**
 * The words that a domain adds to the lists of the platform. Each domain states them once in `contract/<domain>/domain.ts`, and
 * contract/domains.ts names the domains. No schemas, because the browser imports these files.
 */

/** A permission that staff have through their roles: label, domain and what it opens. */
export interface Permission {
  name: string
  /** folder of the server to which it belongs */
  domain: string
  opens: string
  /** only the three administrators can have it (C-06) */
  reserved?: true
}

/** A condition of a rule on a row: one of some values, or an amount within bounds. */
export interface RowField {
  title: string
  kind: 'choice' | 'amount'
  /** the values, if they are fixed; otherwise the domain supplies them */
  options?: Readonly<Record<string, string>>
}

export interface DomainWords {
  /** what people call the domain; the permissions of a role are grouped under it */
  name: string
  /** addresses of its screens, as `web/<domain>/screens.ts` lists them: the server refuses a link to a page that does not exist */
  screens?: readonly string[]
  permissions?: Readonly<Record<string, Permission>>
  /** pairs of permissions that one person should not hold through two roles: one makes what the other decides */
  apart?: readonly (readonly [string, string])[]
  /** kinds of notices, and those that a user may switch off because nobody waits for an answer */
  noticeKinds?: Readonly<Record<string, string>>
  optionalNotices?: readonly string[]
  /** what a role opens by rules on rows; contract/row-rules.ts refuses a permission in `needs` that does not exist */
  rows?: Readonly<
    Record<string, { title: string; needs: readonly string[]; office?: string; own?: string; fields: Readonly<Record<string, RowField>> }>
  >
  /** words of the audit log: for the object, the verb, a part between them, and a record whose type is the name of its table */
  audit?: {
    things?: Readonly<Record<string, string>>
    verbs?: Readonly<Record<string, string>>
    parts?: Readonly<Record<string, string>>
    records?: Readonly<Record<string, string>>
  }
  /** purposes of codes by text message; `signedIn`: only for logged-in users */
  codePurposes?: Readonly<Record<string, { title: string; signedIn: boolean }>>
}
