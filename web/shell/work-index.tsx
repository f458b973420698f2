export default function WorkIndex() {
  return null
}
