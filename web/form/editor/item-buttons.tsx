import { Button } from 'antd'
import css from './editor.module.css'

/** Buttons to move an entry of a list up or down, and to remove it. */
export const ItemButtons = ({ name, onMove, onRemove }: { name: string; onMove: (by: -1 | 1) => void; onRemove: (() => void) | null }) => (
  <span className={css.itemButtons}>
    <Button type="link" size="small" onClick={() => onMove(-1)} aria-label={`上移：${name}`}>
      上移
    </Button>
    <Button type="link" size="small" onClick={() => onMove(1)} aria-label={`下移：${name}`}>
      下移
    </Button>
    {onRemove && (
      <Button type="link" size="small" danger onClick={onRemove} aria-label={`删除：${name}`}>
        删除
      </Button>
    )}
  </span>
)
