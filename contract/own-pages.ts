/** Pages of the workbench that open without a menu entry: a person's own messages and account. */
export const ownPages: readonly string[] = ['/work/notice', '/work/account']
/** The landing pages of the three types of user, which open without a menu entry, too (ambiguities A11). */
export const landingPages = { QY: '/work/enterprise', GR: '/work/personal', YYF: '/work/operator' } as const
