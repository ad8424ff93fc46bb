/** Saves a file through the browser. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has started saving by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
