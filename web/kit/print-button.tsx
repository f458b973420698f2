import { Button } from 'antd'
import { printPage } from './print-page.ts'
import { Icon } from './icons.tsx'

/** Opens the browser's print dialog; print.css decides what is printed. */
export const PrintButton = ({ label = '打印' }: { label?: string }) => (
  <Button icon={<Icon name="print" />} data-print="hide" onClick={() => void printPage()}>
    {label}
  </Button>
)
