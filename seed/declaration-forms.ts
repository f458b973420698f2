import type { FormField, ProjectTemplate, ReviewStepConfig } from '../contract/declaration.ts'

type Field = Pick<FormField, 'key' | 'label' | 'type'> & Partial<FormField>
export const required = (field: Field): FormField => ({ required: true, ...field })
const optional = (field: Field): FormField => ({ required: false, ...field })

export const applicant = {
  key: 'applicant',
  title: '企业信息',
  hint: '已授权的企业自动带出档案信息，请核对。',
  fields: [
    required({ key: 'companyName', label: '企业名称', type: 'text', maxLength: 100, factKey: 'companyName' }),
    required({ key: 'creditCode', label: '统一社会信用代码', type: 'text', maxLength: 18, factKey: 'creditCode' }),
    required({ key: 'legalPerson', label: '法定代表人', type: 'text', maxLength: 50, factKey: 'legalPerson' }),
    required({ key: 'contactPerson', label: '联系人', type: 'text', maxLength: 50, factKey: 'contactPerson' }),
    required({ key: 'contactPhone', label: '联系电话', type: 'phone', factKey: 'contactPhone' }),
    required({ key: 'employees', label: '职工总数', type: 'integer', unit: '人', min: 1, factKey: 'employees' }),
    optional({ key: 'revenueY1', label: '上年度营业收入', type: 'money', unit: '万元', factKey: 'revenueY1' }),
  ],
}
/** The amount and the bank account. `calc`: formula of the amount from other answers; without it the amount is typed. */
export const payee = (calc?: string) => ({
  key: 'payee',
  title: '资金',
  hint: '核定后按此账户拨付。',
  fields: [
    required({
      key: 'amount',
      label: '申请金额',
      type: 'money',
      unit: '万元',
      min: 0.01,
      ...(calc === undefined ? {} : { calc, hint: '按前面填写的内容自动计算' }),
    }),
    required({ key: 'accountName', label: '户名', type: 'text', maxLength: 100, factKey: 'companyName', hint: '应与企业名称一致' }),
    required({ key: 'bankName', label: '开户银行', type: 'text', maxLength: 60 }),
    required({ key: 'accountNo', label: '收款账号', type: 'text', maxLength: 60 }),
    optional({ key: 'note', label: '补充说明', type: 'textarea', maxLength: 500 }),
  ],
})

/** The fields for the amount and the payment sheet. */
export const moneyFields = { amountField: 'amount', bankField: 'bankName', accountField: 'accountNo' }

/** Acceptance at any front desk, then review and decision of the office. */
export const stepsAt = (officeId: number): ReviewStepConfig[] => [
  { step: 'accept', permission: 'declaration:accept', officeId: null, mode: 'one' },
  { step: 'review', permission: 'declaration:review', officeId, mode: 'one' },
  { step: 'decide', permission: 'declaration:review', officeId, mode: 'one' },
]
export const pdf = { accept: ['.pdf', '.jpg', '.png'] as ('.pdf' | '.jpg' | '.png')[], maxMb: 30 }

export const talentForm = (officeId: number): ProjectTemplate => ({
  name: '2026年度企业引才补贴',
  ...moneyFields,
  steps: stepsAt(officeId),
  sections: [
    applicant,
    {
      key: 'talents',
      title: '引才情况',
      fields: [
        required({
          key: 'talentDoctor',
          label: '本年度新引进博士',
          type: 'integer',
          unit: '人',
          min: 0,
          max: 500,
          factKey: 'talentDoctor',
        }),
        required({
          key: 'talentMaster',
          label: '本年度新引进硕士',
          type: 'integer',
          unit: '人',
          min: 0,
          max: 500,
          factKey: 'talentMaster',
        }),
        required({
          key: 'talentBachelor',
          label: '本年度新引进本科',
          type: 'integer',
          unit: '人',
          min: 0,
          max: 2000,
          factKey: 'talentBachelor',
        }),
        required({
          key: 'contractYears',
          label: '劳动合同最短期限',
          type: 'number',
          unit: '年',
          min: 3,
          max: 30,
          hint: '须签订三年以上劳动合同',
        }),
      ],
    },
    payee('最小([talentDoctor] × 5 + [talentMaster] × 2 + [talentBachelor] × 0.5, 60)'),
  ],
  materials: [
    { key: 'contracts', name: '劳动合同', required: true, ...pdf, maxCount: 10, hint: '合并为一个或多个 PDF' },
    { key: 'diplomas', name: '学历学位证明', required: true, ...pdf, maxCount: 10 },
    { key: 'insurance', name: '社保缴纳记录', required: false, ...pdf, maxCount: 3, hint: '已通过部门共享核验的可不上传' },
  ],
})

export const standardForm = (officeId: number): ProjectTemplate => ({
  name: '2026年度标准化奖励',
  ...moneyFields,
  steps: stepsAt(officeId),
  sections: [
    applicant,
    {
      key: 'standards',
      title: '标准情况',
      fields: [
        required({
          key: 'standardsIntlLed',
          label: '主导制定国际标准',
          type: 'integer',
          unit: '项',
          min: 0,
          max: 100,
          factKey: 'standardsIntlLed',
        }),
        required({
          key: 'standardsNatLed',
          label: '主导制定国家标准',
          type: 'integer',
          unit: '项',
          min: 0,
          max: 100,
          factKey: 'standardsNatLed',
        }),
        required({
          key: 'standardsIndLed',
          label: '主导制定行业标准',
          type: 'integer',
          unit: '项',
          min: 0,
          max: 100,
          factKey: 'standardsIndLed',
        }),
        required({ key: 'standardNames', label: '标准名称及编号', type: 'textarea', maxLength: 1000 }),
        optional({ key: 'mainStandardNo', label: '主要标准编号', type: 'text', maxLength: 60, unique: 'project', hint: '用于查重' }),
      ],
    },
    payee('最小([standardsIntlLed] × 50 + [standardsNatLed] × 30 + [standardsIndLed] × 15, 100)'),
  ],
  materials: [{ key: 'standardText', name: '标准文本', required: true, ...pdf, maxCount: 5 }],
})

export const interestForm = (officeId: number): ProjectTemplate => ({
  name: '2026年小微企业贷款贴息（第三批）',
  ...moneyFields,
  steps: stepsAt(officeId),
  sections: [
    applicant,
    {
      key: 'loan',
      title: '贷款情况',
      fields: [
        required({ key: 'bankOfLoan', label: '贷款银行', type: 'text', maxLength: 60 }),
        optional({ key: 'loanContractNo', label: '贷款合同编号', type: 'text', maxLength: 60, unique: 'project', hint: '用于查重' }),
        required({ key: 'loanDate', label: '贷款发放日期', type: 'date' }),
        required({ key: 'loanAmount', label: '贷款本金', type: 'money', unit: '万元', min: 0.01 }),
        required({ key: 'countyLoanInterest', label: '已付利息', type: 'money', unit: '万元', min: 0, factKey: 'countyLoanInterest' }),
        required({ key: 'firstLoan', label: '是否首贷户', type: 'boolean' }),
      ],
    },
    payee('最小([countyLoanInterest] × 20%, 20)'),
  ],
  materials: [
    { key: 'loanContract', name: '贷款合同', required: true, ...pdf, maxCount: 3 },
    { key: 'interestProof', name: '利息凭证', required: true, ...pdf, maxCount: 10 },
  ],
})

export const scaleUpForm = (officeId: number): ProjectTemplate => ({
  name: '2026年首次上规工业企业奖励',
  ...moneyFields,
  steps: stepsAt(officeId),
  sections: [
    applicant,
    {
      key: 'scale',
      title: '上规情况',
      fields: [
        required({ key: 'firstScaleAbove', label: '本年度首次上规', type: 'boolean', factKey: 'firstScaleAbove' }),
        required({ key: 'scaleDate', label: '纳统时间', type: 'date' }),
      ],
    },
    payee(),
  ],
  materials: [{ key: 'statistics', name: '统计部门证明', required: true, ...pdf, maxCount: 2 }],
})
