/** The finance table of the scoring page: which figure is asked for which years, and its archive field (万元; persons as 人). */
export interface FinanceColumn {
  key: string
  label: string
  unit: '万元' | '人'
  /** archive fields of the last year, the year before and the one before that; the figure is asked for as many years as there are fields */
  fields: readonly string[]
}

export const financeColumns = [
  { key: 'revenue', label: '营业（销售）收入', unit: '万元', fields: ['revenueY1', 'revenueY2', 'revenueY3'] },
  { key: 'mainRevenue', label: '主营业务收入', unit: '万元', fields: ['mainRevenueY1', 'mainRevenueY2', 'mainRevenueY3'] },
  { key: 'netAssets', label: '年末净资产', unit: '万元', fields: ['netAssetsY1', 'netAssetsY2', 'netAssetsY3'] },
  { key: 'rdCost', label: '研发费用', unit: '万元', fields: ['rdExpenseY1', 'rdExpenseY2', 'rdExpenseY3'] },
  { key: 'hightechRevenue', label: '高新技术产品（服务）收入', unit: '万元', fields: ['hiTechIncomeY1'] },
  { key: 'totalIncome', label: '企业总收入', unit: '万元', fields: ['totalIncomeY1'] },
  { key: 'costExpense', label: '成本费用支出总额', unit: '万元', fields: ['costExpenseY1'] },
  { key: 'netProfit', label: '净利润', unit: '万元', fields: ['netProfitY1'] },
  { key: 'totalAssets', label: '年末资产总额', unit: '万元', fields: ['totalAssetsY1'] },
  { key: 'totalLiabilities', label: '年末负债总额', unit: '万元', fields: ['totalLiabilitiesY1'] },
  { key: 'staffCount', label: '职工总数', unit: '人', fields: ['employees'] },
  { key: 'techStaffCount', label: '科技人员数', unit: '人', fields: ['techStaff'] },
] as const satisfies readonly FinanceColumn[]
export type FinanceKey = (typeof financeColumns)[number]['key']
/** Archive fields of the finance table, which are not asked again as questions. */
export const financeFields: ReadonlySet<string> = new Set(financeColumns.flatMap((c): readonly string[] => c.fields))
