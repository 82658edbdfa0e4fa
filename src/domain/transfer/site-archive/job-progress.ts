/** Steps that a background task reports to a job, which reads them one after the other. */
export class JobProgress {
  #rows = 0;
  #wake: () => void = () => {};
  #woken = new Promise<void>((resolve) => (this.#wake = resolve));

  report(rows: number): void {
    this.#rows += rows;
    this.#wake();
  }

  /** Waits until rows were reported or the task has ended, and returns their number. */
  async take(task: Promise<unknown>): Promise<number> {
    await Promise.race([this.#woken, task]);
    const rows = this.#rows;
    this.#rows = 0;
    this.#woken = new Promise<void>((resolve) => (this.#wake = resolve));
    return rows;
  }
}
