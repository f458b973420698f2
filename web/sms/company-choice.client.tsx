import { Button } from 'antd'
import { useState } from 'react'
import { LockEnterprises } from '../kit/choose/lock-enterprises.tsx'
import type { ControlProps } from '../kit/form/fields.ts'

/** Companies chosen one by one in the lock-enterprises dialog (W014: with the contact); for more than 200, tags or conditions are used. */
export function CompanyChoice({ value, onChange, ...props }: ControlProps) {
  const [open, setOpen] = useState(false)
  const ids = Array.isArray(value) ? (value as number[]) : []
  return (
    <>
      <Button {...(props.id ? { id: props.id } : {})} onClick={() => setOpen(true)}>
        {ids.length === 0 ? '选择企业' : `已选 ${ids.length} 家，重新选择`}
      </Button>{' '}
      {ids.length > 0 && (
        <Button type="link" onClick={() => onChange?.([])}>
          清空
        </Button>
      )}
      <LockEnterprises
        open={open}
        onClose={() => setOpen(false)}
        okText="确定"
        persons="contactPerson"
        byName
        onLock={async (companies) => onChange?.(companies.map((one) => one.id))}
      />
    </>
  )
}
