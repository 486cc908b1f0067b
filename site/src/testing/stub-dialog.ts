/** jsdom has dialogs but not what they do; what a browser adds to this is tested in one. */
export function stubDialog(): void {
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function () {
    this.open = false
  }
}
