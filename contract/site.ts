import type { UserType } from './endpoint.ts'

/**
 * An entry of the public menu or footer; hidden ones are not sent. Addresses that start with http leave the site (spec §2 Page titles and
 * menu).
 */
export interface SiteLink {
  name: string
  url: string
  disabled?: boolean
  /** why it is disabled, for its visitors */
  desc?: string
  /** the label under which a click is counted */
  eventLabel?: string
  /** key of the picture of the platform to which it leads */
  logo?: string
  /** that platform begins a log-in when somebody who is logged in here opens it */
  login?: true
}

/** The configuration of this installation for every page. An empty value hides its entry (ambiguities A30). No secrets. */
export interface SiteConfig {
  name: string
  owner: string
  /** enterprise service centre */
  phone: string
  icp: string
  /** the website's code at the national register */
  siteCode: string
  police: string
  /** log-in page for enterprises and individuals; the return address is added as `redirect` */
  ssoUrl: string
  /** whether the keys of 浙政钉 are configured */
  zzdLogin: boolean
  cityPlatformUrl: string
  unifiedLogoutUrl: string
  /** whether enterprises are asked for consent to the use of their data (spec §4 Protocol status) */
  protocolCheck: boolean
  /** whether policies are published only after a colleague's review (ADR 0042) */
  policyReview: boolean
  /** most data rows of an imported sheet, by kind; `default` for the others (U-05) */
  importRows: Readonly<Record<string, number>>
  demo: boolean
}

/** With menu and links, which administrators maintain. */
export interface PublicSiteConfig extends SiteConfig {
  menu: readonly SiteLink[]
  quickLinks: readonly SiteLink[]
  governmentLinks: readonly SiteLink[]
}

/** The logged-in user, as far as a rendered page needs it. */
export interface Viewer {
  type: UserType | (string & {})
  name: string
}
