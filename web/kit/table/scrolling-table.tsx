import { Table, type TableProps } from 'antd'
import { useRef } from 'react'
import { useScrollFocus } from './use-scroll-focus.ts'

/** A table of few rows that scrolls sideways, also with the keyboard. */
export function ScrollingTable<Row extends object>(props: TableProps<Row>) {
  const box = useRef<HTMLDivElement>(null)
  useScrollFocus(box)
  return (
    <div ref={box}>
      <Table {...props} />
    </div>
  )
}
