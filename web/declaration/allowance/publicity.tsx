import { useState } from 'react'
import css from './allowance.module.css'
import { ObjectionDialog } from './objection-dialog.tsx'
import { useRefreshList } from '../../kit/table/use-list.ts'
import { PUBLICITY, PublicityTable } from './publicity-table.tsx'

/** 补贴公示 for users without a company: present publicities, with objections. */
export default function SubsidyPublicity() {
  const [objecting, setObjecting] = useState<number | null>(null)
  const refresh = useRefreshList(PUBLICITY)
  return (
    <>
      <h1>补贴公示</h1>
      <p className={css.note}>公示期内可以对一笔补贴提出一次异议，核实结果会发到您的消息中。</p>
      <PublicityTable onObject={setObjecting} />
      <ObjectionDialog id={objecting} onClose={() => setObjecting(null)} onDone={refresh} />
    </>
  )
}
