import { Modal } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { z } from 'zod'
import { requiredText } from '../../contract/fields.ts'
import { placesIn, SMS_VALUE_MAX, smsMessageCodes, smsOwnPlaces } from '../../contract/sms/states.ts'
import { smsTemp, type SmsTempRow, type SmsTested } from '../../contract/sms/temps.ts'
import { call } from '../api.ts'
import { FormDrawer } from '../kit/dialog/form-drawer.tsx'
import type { FormField } from '../kit/form/fields.ts'
import { RecordForm, type RunTimeSchema } from '../kit/form/record-form.tsx'
import { StatusTag } from '../kit/status-tag.tsx'
import css from './sms.module.css'

const VALUE = 'value:'

/** What arrived at the own number, or why nothing did. */
export function TestedText({ tested: t }: { tested: SmsTested }) {
  const status = smsMessageCodes.statuses[t.state as keyof typeof smsMessageCodes.statuses]
  return (
    <div role="status" className={css.stack}>
      <p>
        发往 <span className="num">{t.phone}</span>{' '}
        <StatusTag tone={status.tone}>{t.reason ? `${status.label}：${t.reason}` : status.label}</StatusTag>
      </p>
      <p className={css.text}>{t.text}</p>
    </div>
  )
}

/** 发一条给自己: only the values of the template are typed; the number is that of the account. */
export function TestMessage({ template: t, onClose }: { template: SmsTempRow; onClose(): void }) {
  const [tested, setTested] = useState<SmsTested | null>(null)
  const places = placesIn(t.content).filter((name) => !smsOwnPlaces.includes(name))
  const schema: RunTimeSchema = z.object(
    Object.fromEntries(places.map((name) => [`${VALUE}${name}`, requiredText(SMS_VALUE_MAX, `请填写“${name}”`)])),
  )
  const fields = places.map((name): FormField => ({ key: `${VALUE}${name}`, label: name, maxLength: SMS_VALUE_MAX }))
  return (
    <FormDrawer title={`发一条给自己：${t.name}`} open onClose={onClose} size={560}>
      <p className={css.text}>{t.content}</p>
      <p className={css.note} style={{ marginBlock: 8 }}>
        只发到您自己账号绑定的手机号（在<Link to="/work/account">账号设置</Link>绑定），前面标明“（试发）”，计入当天的条数。
      </p>
      {tested && <TestedText tested={tested} />}
      <RecordForm
        schema={schema}
        fields={fields}
        submitText="发给自己"
        draft={null}
        onCancel={onClose}
        onSubmit={async (values) => {
          setTested(null)
          const typed = Object.fromEntries(places.map((name) => [name, String(Reflect.get(values, `${VALUE}${name}`))]))
          setTested(await call(smsTemp.test, { body: { id: t.id, values: typed } }, { silent: true }))
        }}
      />
    </FormDrawer>
  )
}

/** The result of a test message of a send. */
export const TestedDialog = ({ tested, onClose }: { tested: SmsTested; onClose(): void }) => (
  <Modal title="发一条给自己" open footer={null} onCancel={onClose}>
    <TestedText tested={tested} />
  </Modal>
)
