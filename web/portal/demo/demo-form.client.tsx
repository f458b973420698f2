import { z } from 'zod'
import { creditCode, isoDate, phone, requiredText, text } from '../../../contract/fields.ts'
import { formFields, RecordForm } from '../../kit/form/record-form.tsx'
import { onItsWay } from '../../shell/lazy-part.tsx'
import { useReadyUser } from '../../shell/use-ready-user.ts'
import { toast } from '../../toast.ts'
import { labels, offices } from './rows.client.ts'

const Uploaded = z.object({ fileName: z.string(), filePath: z.string(), exName: z.string() })
const Demo = z.strictObject({
  name: requiredText(60, '请输入项目名称'),
  code: creditCode,
  phone,
  office: z.number({ error: '请选择受理部门' }),
  startDate: isoDate,
  endDate: isoDate,
  amount: z.number({ error: '请输入申报金额' }).min(0.01, '申报金额应大于 0').max(500, '申报金额不能超过 500 万元'),
  category: z.string({ error: '请选择行业' }),
  labels: z.array(z.string()).optional(),
  public: z.boolean().optional(),
  text: z.string({ error: '请填写项目说明' }).min(1, '请填写项目说明'),
  note: text(300).optional(),
  files: z.array(Uploaded).optional(),
  pictures: z.array(Uploaded).optional(),
})
const industries = [
  {
    label: '制造业',
    value: 'C',
    children: [
      { label: '食品制造', value: 'C14' },
      { label: '专用设备', value: 'C35', children: [{ label: '医疗仪器', value: 'C358' }] },
    ],
  },
  { label: '软件和信息服务', value: 'I', children: [{ label: '软件开发', value: 'I651' }] },
]
const fields = formFields(
  Demo,
  { key: 'name', label: '项目名称', section: '企业信息', maxLength: 60 },
  { key: 'code', label: '统一社会信用代码', section: '企业信息', half: true, hint: '18 位，营业执照上的代码' },
  { key: 'phone', label: '联系电话', section: '企业信息', half: true },
  { key: 'office', label: '受理部门', section: '企业信息', half: true, kind: 'select', options: offices },
  { key: 'category', label: '所属行业', section: '企业信息', half: true, kind: 'tree', options: industries },
  { key: 'period', label: '实施期', section: '项目情况', kind: 'dateRange', rangeKeys: ['startDate', 'endDate'] },
  { key: 'amount', label: '申报金额', section: '项目情况', half: true, kind: 'money', unit: '万元', hint: '保留两位小数' },
  {
    key: 'labels',
    label: '标签',
    section: '项目情况',
    half: true,
    kind: 'multiSelect',
    options: labels.map((l) => ({ label: l.tagName, value: l.id })),
  },
  { key: 'text', label: '项目说明', section: '项目情况', kind: 'richText' },
  { key: 'note', label: '备注', section: '项目情况', kind: 'longText', maxLength: 300 },
  { key: 'files', label: '申报材料', section: '材料', kind: 'documents' },
  { key: 'pictures', label: '现场照片', section: '材料', kind: 'pictures' },
  { key: 'public', label: '同意公开', section: '材料', kind: 'switch' },
)

/** A long form with a draft. A telephone number that ends in 0000 is rejected as a server would, to show that the input stays. */
export function DemoForm() {
  // A draft belongs to the user, so the user must be known first.
  const { user } = useReadyUser()
  if (user === undefined) return onItsWay
  return (
    <RecordForm
      schema={Demo}
      fields={fields}
      draft={{ key: 'demo' }}
      submitText="提交"
      onSubmit={async (values) => {
        if (values.phone.endsWith('0000'))
          throw {
            code: 'INVALID',
            message: '提交的内容有误',
            traceId: '3c59dc048e885024',
            fields: [
              { path: 'phone', message: '该手机号已被其他企业使用' },
              { path: 'name', message: '本年度已有同名项目' },
            ],
          }
        toast.success('提交成功')
      }}
    />
  )
}
