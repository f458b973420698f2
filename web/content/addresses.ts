export const INDUSTRY_INFO = '/page/industryinfo'
export const articlePath = (id: number): string => `/page/industryinfodetails?id=${id}`
export const FINANCE = '/page/financialService'
