import type { SiteConfig } from '../contract/site.ts'
import { DEMO_CITY_PATH, hasDemoCity, hasZzd } from './identity/index.ts'
import type { Config } from './kernel/config.ts'

/** The settings of the installation that pages may read. */
export const siteConfig = (config: Config): SiteConfig => ({
  name: config.SITE_NAME,
  owner: config.SITE_OWNER,
  phone: config.SERVICE_PHONE,
  icp: config.SITE_ICP,
  siteCode: config.SITE_CODE,
  police: config.SITE_POLICE,
  ssoUrl: config.DEMO || config.OIDC_ISSUER ? '/sys/sso/login' : '',
  zzdLogin: hasZzd(config),
  cityPlatformUrl: config.CITY_PLATFORM_URL ?? (hasDemoCity(config) ? DEMO_CITY_PATH : ''),
  unifiedLogoutUrl: config.DEMO || config.OIDC_ISSUER || config.UNIFIED_LOGOUT_URL ? '/sys/sso/logout' : '',
  protocolCheck: config.PROTOCOL_CHECK,
  policyReview: config.POLICY_REVIEW,
  importRows: config.IMPORT_ROWS,
  demo: config.DEMO,
})
