import { Button } from 'antd'
import { Icon } from './icons.tsx'

/** Opens the browser's print dialog; print.css decides what is printed. */
export const PrintButton = ({ label = '打印' }: { label?: string }) => (
  <Button icon={<Icon name="print" />} data-print="hide" onClick={() => window.print()}>
    {label}
  </Button>
)
