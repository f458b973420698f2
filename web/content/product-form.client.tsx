import { finance, SaveProduct, type FinanceProduct } from '../../contract/content/finance.ts'
import { call } from '../api.ts'
import { formFields } from '../kit/form/record-form.tsx'
import { ConditionsInput } from './conditions-input.tsx'
import { productOptions } from './news-words.tsx'
import { ShelfForm } from './shelf-form.client.tsx'

const fields = formFields(
  SaveProduct,
  { key: 'name', label: '产品名称', maxLength: 60, half: true },
  { key: 'bank', label: '金融机构', maxLength: 60, half: true },
  { key: 'productType', label: '产品类型', kind: 'select', options: productOptions('type'), half: true },
  { key: 'approveDays', label: '审批时限（可不填）', kind: 'number', unit: '个工作日', half: true },
  { key: 'minAmount', label: '最低额度', kind: 'number', unit: '万元', half: true },
  { key: 'maxAmount', label: '最高额度', kind: 'number', unit: '万元', half: true },
  { key: 'rateMin', label: '最低年利率', kind: 'number', unit: '%', half: true },
  { key: 'rateMax', label: '最高年利率', kind: 'number', unit: '%', half: true },
  { key: 'terms', label: '期限', kind: 'multiSelect', options: productOptions('term') },
  { key: 'guarantees', label: '担保方式', kind: 'multiSelect', options: productOptions('guarantee') },
  { key: 'repays', label: '还款方式', kind: 'multiSelect', options: productOptions('repay') },
  { key: 'target', label: '适用对象', kind: 'longText', maxLength: 500 },
  { key: 'conditions', label: '申请条件（文字）', kind: 'longText', maxLength: 2000 },
  { key: 'rule', label: '申请条件（可判断）', as: ConditionsInput, hint: '填写后，授权的企业能看到自己是否符合、差什么' },
  { key: 'materials', label: '申请材料', kind: 'longText', maxLength: 2000 },
  { key: 'features', label: '产品特点', kind: 'longText', maxLength: 2000 },
  { key: 'manager', label: '客户经理', maxLength: 30, half: true },
  { key: 'managerPhone', label: '客户经理手机', maxLength: 20, half: true },
  { key: 'consent', label: '本人同意公开姓名和手机', kind: 'switch', hint: '没有同意的不公开；谁在什么时候登记的会留下记录' },
)

interface Props {
  product: FinanceProduct | null
  onClose(): void
  onDone(): Promise<unknown>
}

/** Adds or changes a product. */
export const ProductForm = ({ product, ...closing }: Props) => (
  <ShelfForm
    thing="金融产品"
    isNew={product === null}
    draftKey="financeProduct:new"
    schema={SaveProduct}
    fields={fields}
    initial={product ? typedOf(product) : { consent: false }}
    send={(body) => call(finance.save, { body }, { silent: true })}
    {...closing}
  />
)

const typedOf = ({
  standing,
  productTypeName: _type,
  termNames: _terms,
  guaranteeNames: _guarantees,
  repayNames: _repays,
  judged: _judged,
  ...product
}: FinanceProduct) => ({
  ...product,
  version: standing?.version,
  consent: standing?.consent ?? false,
  rule: standing?.rule ?? null,
})
