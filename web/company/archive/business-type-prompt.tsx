import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { businessTypeOptions, type BusinessType } from '../../../contract/company/business-type.ts'
import { expansion } from '../../../contract/company/expansion.ts'
import { call } from '../../api.ts'
import { toast } from '../../toast.ts'
import css from './enterprise-archive.module.css'

/** Asks for the company's type of business, which decides its expansion tables, when it is missing or does not fit the industry. */
export function BusinessTypePrompt({ companyId, onSaved }: { companyId: number; onSaved: () => Promise<unknown> }) {
  const client = useQueryClient()
  const key = ['company', 'businessType', companyId]
  const { data } = useQuery({
    queryKey: key,
    queryFn: () => call(expansion.judgeBusinessType, { body: { companyId } }, { silent: true }),
    retry: false,
  })
  const [chosen, setChosen] = useState<BusinessType | null>(null)
  const [busy, setBusy] = useState(false)
  if (!data) return null
  const value = chosen ?? ((data.businessType ?? data.suggested) as BusinessType | null)
  const save = async () => {
    if (!value) return
    setBusy(true)
    await call(expansion.updateBusinessType, { body: { companyId, businessType: value } }).then(
      async () => {
        toast.success('已保存企业类型')
        await Promise.all([client.invalidateQueries({ queryKey: key }), onSaved()])
      },
      () => {},
    )
    setBusy(false)
  }
  return (
    <section className={css.panel} aria-labelledby="business-type">
      <header className={css.head}>
        <h2 id="business-type">企业类型</h2>
        <span className="meta">{data.ok ? data.businessTypeName : data.reason}</span>
      </header>
      <p className={css.note}>
        {data.ok
          ? '企业类型决定需要填写哪些拓展表。'
          : data.suggestedName
            ? `按行业代码建议选择“${data.suggestedName}”。`
            : '请选择企业类型，以便填写对应的拓展表。'}
      </p>
      <div className={css.choose}>
        <Select<BusinessType>
          aria-label="企业类型"
          value={value}
          onChange={setChosen}
          options={businessTypeOptions}
          placeholder="请选择企业类型"
          style={{ width: 200 }}
        />
        <Button
          type={data.ok ? 'default' : 'primary'}
          loading={busy}
          disabled={!value || value === data.businessType}
          onClick={() => void save()}
        >
          保存
        </Button>
      </div>
    </section>
  )
}
