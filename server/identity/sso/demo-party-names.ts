/** The demo's platform with OIDC: this host does not exist, a page of ours under this path stands in for it. */
export const DEMO_PARTY_HOST = 'fuwu.example.gov.cn'
export const DEMO_PARTY_PATH = '/demo-rp'
export const DEMO_PARTY_CLIENT = 'demo-rp'
