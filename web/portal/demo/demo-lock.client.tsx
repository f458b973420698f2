import { Button } from 'antd'
import { useState } from 'react'
import { LockEnterprises } from '../../kit/choose/lock-enterprises.tsx'
import type { LockedCompany } from '../../kit/choose/lock-choice.ts'
import { Row } from './demo-row.client.tsx'

const variants = { legalPerson: '法定代表人', contactPerson: '联系人' } as const

/**
 * Chooses companies by tag, with one tab per tag; a variant shows their contacts. It needs a staff user who may read tags; at most three
 * companies here.
 */
export function DemoLock() {
  const [open, setOpen] = useState<keyof typeof variants | null>(null)
  const [locked, setLocked] = useState<LockedCompany[]>([])
  return (
    <>
      <p className="meta">登录为可查看标签的工作人员后使用；此处最多锁定 3 家。</p>
      <Row label="锁定企业">
        {(Object.keys(variants) as (keyof typeof variants)[]).map((persons) => (
          <Button key={persons} onClick={() => setOpen(persons)}>
            锁定企业（列{variants[persons]}）
          </Button>
        ))}
        <output>{locked.length === 0 ? '无' : locked.map((c) => c.companyName).join('、')}</output>
      </Row>
      <LockEnterprises
        open={open !== null}
        onClose={() => setOpen(null)}
        persons={open ?? 'legalPerson'}
        max={3}
        onLock={async (companies) => setLocked(companies)}
      />
    </>
  )
}
