import type { PublicSiteConfig, SiteLink } from '../contract/site.ts'
import type { Config } from './kernel/config.ts'

/** Top menu of the public site (spec §2). The other sections exist but are hidden (spec §1; ambiguities A21). */
const menu: readonly SiteLink[] = [
  { name: '首页', url: '/page/home' },
  { name: '政策服务', url: '/page/policyserver' },
  { name: '企业诉求', url: '/page/appeal' },
  { name: '供需市场', url: '/page/sdmarket' },
  { name: '法律服务', url: '/page/commercialLaw' },
  { name: '关于我们', url: '/page/aboutus' },
  { name: '质量服务', url: '/page/quality', hidden: true },
  { name: '金融服务', url: '/page/financialService', hidden: true },
  { name: '科技服务', url: '/page/techService', hidden: true },
  { name: '人才服务', url: '', hidden: true, disabled: true },
  { name: '会展服务', url: '', hidden: true, disabled: true },
  { name: '环境监测', url: '', hidden: true, disabled: true },
]

const quickLinks: readonly SiteLink[] = [
  { name: '政策超市', url: '/page/policymarket/index' },
  { name: '政策计算器', url: '/page/policyserver/calculator' },
  { name: '热门政策', url: '/page/policyserverhotList' },
  { name: '培训宣传', url: '/page/propaganda' },
  { name: '科技服务', url: '/page/techService' },
  { name: '行业资讯', url: '/page/industryinfo' },
]

const governmentLinks: readonly SiteLink[] = [
  { name: '中国政府网', url: 'https://www.gov.cn/' },
  { name: '工业和信息化部', url: 'https://www.miit.gov.cn/' },
  { name: '国家企业信用公示', url: 'https://www.gsxt.gov.cn/' },
  { name: '国家政务服务平台', url: 'https://www.gjzwfw.gov.cn/' },
]

/** What pages may know of the installation. */
export const publicSite = (config: Config): PublicSiteConfig => ({
  name: config.SITE_NAME,
  owner: config.SITE_OWNER,
  phone: config.SERVICE_PHONE,
  icp: config.SITE_ICP,
  siteCode: '',
  police: '',
  ssoUrl: config.DEMO || config.OIDC_ISSUER ? '/sys/sso/login' : '',
  cityPlatformUrl: config.CITY_PLATFORM_URL ?? '',
  unifiedLogoutUrl: config.DEMO || config.OIDC_ISSUER || config.UNIFIED_LOGOUT_URL ? '/sys/sso/logout' : '',
  protocolCheck: config.PROTOCOL_CHECK,
  demo: config.DEMO,
  menu, quickLinks, governmentLinks,
})
