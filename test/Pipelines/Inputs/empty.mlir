// Nothing to lower.
func.func @f() {
  return
}
