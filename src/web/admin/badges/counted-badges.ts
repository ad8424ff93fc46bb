/** `1 badge`, `5,000 badges`. */
export function countedBadges(count: number): string {
  return `${count.toLocaleString('en-US')} badge${count === 1 ? '' : 's'}`;
}
